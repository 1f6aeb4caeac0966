-- Workflows of ComfyUI that admins bring themselves: the file as it was chosen.
alter table engines
  drop constraint engines_workflow_check,
  add column workflow_name text check (workflow_name <> '' and char_length(workflow_name) <= 120),
  add column workflow_text text check (char_length(workflow_text) <= 500000),
  add constraint engines_workflow_check check (workflow in ('checkpoint', 'flux', 'file')),
  add constraint engines_workflow_file_check check (
    (workflow = 'file') = (workflow_text is not null)
    and (workflow_name is null) = (workflow_text is null)
  );
