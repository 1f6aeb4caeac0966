-- Titles nearly as typed are found by words that look alike (docs/decisions/036): nothing reads the trigrams of titles any
-- more, and every new picture paid for them. To drop an index takes no time, however large it is.
drop index if exists image_search_title;
