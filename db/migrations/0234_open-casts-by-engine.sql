-- It was for the removal of an engine, which may as well look through generations_open, and every cast was entered in it.
drop index generations_open_engine;
