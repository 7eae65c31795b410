-- The platform scope hands jobs out and writes how they went; what a job is given and who asked stay the tenant's.
REVOKE SELECT, UPDATE ON "job" FROM "sample_platform";
GRANT SELECT ("id", "tenant_id", "kind", "state", "attempts", "total", "created_at", "started_at", "heartbeat_at") ON "job" TO "sample_platform";
GRANT UPDATE ("state", "attempts", "done", "total", "result", "problem", "started_at", "heartbeat_at", "finished_at") ON "job" TO "sample_platform";
