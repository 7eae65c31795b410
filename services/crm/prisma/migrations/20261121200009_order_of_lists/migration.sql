-- DropIndex
DROP INDEX "channel_tenant_id_position_id_idx";

-- DropIndex
DROP INDEX "civility_tenant_id_position_id_idx";

-- DropIndex
DROP INDEX "contact_type_tenant_id_position_id_idx";

-- DropIndex
DROP INDEX "legal_status_tenant_id_name_id_idx";

-- DropIndex
DROP INDEX "loyalty_label_tenant_id_min_amount_ht_id_idx";

-- DropIndex
DROP INDEX "note_type_tenant_id_position_id_idx";

-- DropIndex
DROP INDEX "prospect_status_tenant_id_min_id_idx";

-- DropIndex
DROP INDEX "tiers_tenant_id_name_id_idx";

-- DropIndex
DROP INDEX "tiers_group_tenant_id_name_id_idx";

-- DropIndex
DROP INDEX "tiers_status_tenant_id_position_id_idx";

-- CreateIndex
CREATE INDEX "channel_tenant_id_position_id_is_archived_idx" ON "channel"("tenant_id", "position", "id", "is_archived");

-- CreateIndex
CREATE INDEX "civility_tenant_id_position_id_is_archived_idx" ON "civility"("tenant_id", "position", "id", "is_archived");

-- CreateIndex
CREATE INDEX "contact_type_tenant_id_position_id_is_archived_idx" ON "contact_type"("tenant_id", "position", "id", "is_archived");

-- CreateIndex
CREATE INDEX "legal_status_tenant_id_name_id_is_archived_idx" ON "legal_status"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE INDEX "loyalty_label_tenant_id_min_amount_ht_id_is_archived_idx" ON "loyalty_label"("tenant_id", "min_amount_ht", "id", "is_archived");

-- CreateIndex
CREATE INDEX "note_type_tenant_id_position_id_is_archived_idx" ON "note_type"("tenant_id", "position", "id", "is_archived");

-- CreateIndex
CREATE INDEX "prospect_status_tenant_id_min_id_is_archived_idx" ON "prospect_status"("tenant_id", "min", "id", "is_archived");

-- CreateIndex
CREATE INDEX "tiers_tenant_id_name_id_is_archived_idx" ON "tiers"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE INDEX "tiers_group_tenant_id_name_id_is_archived_idx" ON "tiers_group"("tenant_id", "name", "id", "is_archived");

-- CreateIndex
CREATE INDEX "tiers_status_tenant_id_position_id_is_archived_idx" ON "tiers_status"("tenant_id", "position", "id", "is_archived");
