-- What is derived
CREATE POLICY "search" ON "performance" FOR SELECT TO CURRENT_USER USING (true);
