-- The same as generations_open_engine, so each cast was entered twice.
drop index generations_engine;
