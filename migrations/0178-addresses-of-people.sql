-- Addresses of people are compared as 0176 does. Of two that are the same by now, the older person's becomes the key, and the other keeps
-- theirs, which nothing that is typed finds any more: an administrator corrects that address. The old code finds addresses in plain
-- letters as before.
update users u set email_key = k.key
from (select id, left(lower(btrim(regexp_replace(normalize(regexp_replace(email_key, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+', ' ', 'g'))), 300) as key from users) k
where k.id = u.id and u.email_key <> k.key
  and not exists (select from users o where o.id <> u.id and o.email_key = k.key)
  and not exists (select from users o where (o.created_at, o.id) < (u.created_at, u.id) and left(lower(btrim(regexp_replace(normalize(regexp_replace(o.email_key, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+', ' ', 'g'))), 300) = k.key);
