-- What an approval covers besides the document, who decided for an approver, and why they are asked again. The old code leaves the
-- columns empty: an approval that it asks for covers the document only.
alter table contract_approvals
  -- the type of the contract, and the values that its rules read, its parties and its amounts: {"type": 3, "values": {"17": ["1000"]}}
  add column covered jsonb,
  add column again_because text;

alter table contract_approvers
  -- who decided instead: an administrator
  add column decided_by uuid,
  -- approved what was there before it changed
  add column approved_before timestamptz,
  add constraint contract_approvers_decided_by foreign key (decided_by) references users (id);

-- approvals that count are of what there is now: what was there when they were given is not known any more
update contract_approvals a set covered = jsonb_build_object(
  'type', c.template_id,
  'values',
  coalesce((
    select jsonb_object_agg(r.field_id::text, '[]'::jsonb) from contract_approval_rules r
    where r.organisation_id = c.organisation_id and r.template_id = c.template_id and r.field_id is not null
  ), '{}'::jsonb) ||
  coalesce((
    select jsonb_object_agg(found.field_id::text, found.texts) from (
      select v.field_id, jsonb_agg(coalesce(v.text_value, trim_scale(v.number_value)::text, v.boolean_value::text,
        v.date_value::text, v.option_id::text, v.user_id::text, v.reference_id::text) order by v.ordinal) as texts
      from field_values v
      join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id
      where v.organisation_id = c.organisation_id and v.record_kind = 'contract' and v.record_id = c.id
        and (f.type in ('ContractEntity', 'Currency') or exists (select 1 from contract_approval_rules r
          where r.organisation_id = c.organisation_id and r.template_id = c.template_id and r.field_id = v.field_id))
      group by v.field_id
    ) found
  ), '{}'::jsonb))
from contracts c
where c.organisation_id = a.organisation_id and c.id = a.contract_id and a.state in ('Waiting', 'Approved');
