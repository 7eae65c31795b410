-- Every entry has one of two generations, so that the list of each was read by every search of words.
DROP INDEX "search_entry_words_idx";
CREATE INDEX "search_entry_words_idx" ON "search_entry" USING gin ("tenant_id", "resource", "words" gin_trgm_ops) WITH (gin_pending_list_limit = 512) WHERE NOT "hidden";
