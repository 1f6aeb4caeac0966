-- Each deletion of a picture asks whether a gap hangs from it.
create index picture_gaps_line_source on picture_gaps (line_source_id) where line_source_id is not null;
