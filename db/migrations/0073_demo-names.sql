-- Demonstration creators carry a badge instead of a prefix in their name.
update users set name = substr(name, 7) where is_demo and name like 'Demo: %';
