-- Parameters of the engine that a member set for a cast, by their ids; what was left at its default is not in it.
alter table generations add column params jsonb not null default '{}'
  constraint generations_params_object check (jsonb_typeof(params) = 'object');
