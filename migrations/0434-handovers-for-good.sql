-- A handover for good has no last day: it can be taken back for a day.
alter table handovers alter column last_day drop not null;
