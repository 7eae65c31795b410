-- Files that go with every mail of a template, whichever version of its text is in use: id, name, media type and bytes of each.
ALTER TABLE kit.template
  ADD COLUMN attachments JSONB NOT NULL DEFAULT '[]',
  ADD CONSTRAINT template_attachments_check CHECK (jsonb_typeof(attachments) = 'array' AND jsonb_array_length(attachments) <= 2);
