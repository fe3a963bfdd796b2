-- Deliveries and attempts are written again soon after they were made (claimed, sent, answered): room on their pages lets the new
-- version of a row lie beside the old one, without touching its indexes, and their dead rows are taken away early. The code before
-- this one works as before; pages written until now stay as they are.

alter table webhook_deliveries set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table webhook_attempts set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
