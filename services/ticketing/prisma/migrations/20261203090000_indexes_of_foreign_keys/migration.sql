-- DropIndex
DROP INDEX "performance_seat_tenant_id_performance_id_shape_id_key";

-- CreateIndex
CREATE INDEX "performance_seat_category_id_tenant_id_idx" ON "performance_seat"("category_id", "tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "performance_seat_shape_id_performance_id_key" ON "performance_seat"("shape_id", "performance_id");

-- CreateIndex
CREATE INDEX "cart_performance_id_tenant_id_idx" ON "cart"("performance_id", "tenant_id");

-- CreateIndex
CREATE INDEX "reservation_item_performance_id_seat_id_tenant_id_idx" ON "reservation_item"("performance_id", "seat_id", "tenant_id");

-- CreateIndex
CREATE INDEX "ticket_item_id_tenant_id_idx" ON "ticket"("item_id", "tenant_id");

-- CreateIndex
CREATE INDEX "sale_process_cart_id_tenant_id_idx" ON "sale_process"("cart_id", "tenant_id");
