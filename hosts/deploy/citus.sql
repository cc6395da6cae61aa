-- Distributes the tables of `keywright serve` by organization, for Citus. Not tried here: see hosts/server/README.md.
-- Run it once as the owner of the tables, after `keywright migrate` and before the first `keywright serve`.
SELECT create_distributed_table('organizations', 'organization');
SELECT create_distributed_table('rows', 'organization', colocate_with => 'organizations');
SELECT create_distributed_table('allowances', 'organization', colocate_with => 'organizations');
SELECT create_distributed_function('fail_commit(text, text)');
-- A few rows that all processes share.
SELECT create_reference_table('leases');
SELECT create_reference_table('migrations');
