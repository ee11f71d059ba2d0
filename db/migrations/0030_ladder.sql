-- Segments of encoded renditions begin where those of a copied one do, and that is made in another job: each rendition
-- keeps how many pictures its segments hold. Null for renditions made before this migration; nothing is rewritten, and
-- the lock on the table is held for an instant.

alter table renditions add column segment_frames integer[];
