-- A deleted view deletes its defaults: they are found by the view.
CREATE INDEX view_default_view_idx ON kit.view_default (view_id, tenant_id);
