-- An import adds people without sending them an invitation: they have no time at which they were invited. Until now it was
-- the time of the import. The code before this migration still writes that one until all processes have restarted.
update users set invited_at = null
from import_rows r join imports i on i.organisation_id = r.organisation_id and i.id = r.import_id
where i.kind = 'people' and r.outcome = 'Made' and r.organisation_id = users.organisation_id
  and r.made_id = users.id::text and users.status in ('Invited', 'Pending') and not users.joined
  and users.invited_at = users.created_at;
