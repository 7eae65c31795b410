-- The platform scope hands jobs out and writes how they went; what a job is given and who asked stay the tenant's.
REVOKE SELECT, UPDATE ON "job" FROM "documents_platform";
GRANT SELECT ("id", "tenant_id", "kind", "state", "attempts", "total", "created_at", "started_at", "heartbeat_at") ON "job" TO "documents_platform";
GRANT UPDATE ("state", "attempts", "done", "total", "result", "problem", "started_at", "heartbeat_at", "finished_at") ON "job" TO "documents_platform";

-- Nor does it see any file but those that were made public.
ALTER POLICY "platform_select" ON "file" USING ("is_public");
