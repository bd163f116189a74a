-- works with: 0037
-- Sums of weeks of branches, and of thirds of months and years of their questions, so that figures of hundreds of branches are read from
-- few rows; and of thirds and years of branches and persons, where the job of 0067 has not come to its end. See
-- docs/decisions/0113-numbers-from-facts-per-order.md.

insert into figure_days (system_client_id, grain, day, branch_id, person,
  orders, rejected, checked, checks, amber, red, offered, approved, sold, deferred, returned, sent, opened, decided_online,
  timed_checks, check_seconds, told, told_seconds, decided, decided_seconds, photos, videos, stars, feedbacks, timed_offers,
  offer_seconds, parts_replies, parts_seconds, not_offered, sent_with_video, watched)
select system_client_id, 'branch.week', date_trunc('week', day::timestamp)::date, branch_id, person,
  sum(orders), sum(rejected), sum(checked), sum(checks), sum(amber), sum(red), sum(offered), sum(approved), sum(sold),
  sum(deferred), sum(returned), sum(sent), sum(opened), sum(decided_online), sum(timed_checks), sum(check_seconds), sum(told),
  sum(told_seconds), sum(decided), sum(decided_seconds), sum(photos), sum(videos), sum(stars), sum(feedbacks),
  sum(timed_offers), sum(offer_seconds), sum(parts_replies), sum(parts_seconds), sum(not_offered), sum(sent_with_video),
  sum(watched)
from figure_days where grain = 'branch.day'
group by 1, 2, 3, 4, 5
on conflict do nothing;
insert into figure_money (system_client_id, grain, day, branch_id, person, currency,
  priced_orders, offered_money, approved_money, sold_money, uplift_money)
select system_client_id, 'branch.week', date_trunc('week', day::timestamp)::date, branch_id, person, currency,
  sum(priced_orders), sum(offered_money), sum(approved_money), sum(sold_money), sum(uplift_money)
from figure_money where grain = 'branch.day'
group by 1, 2, 3, 4, 5, 6
on conflict do nothing;

insert into figure_days (system_client_id, grain, day, branch_id, person,
  orders, rejected, checked, checks, amber, red, offered, approved, sold, deferred, returned, sent, opened, decided_online,
  timed_checks, check_seconds, told, told_seconds, decided, decided_seconds, photos, videos, stars, feedbacks, timed_offers,
  offer_seconds, parts_replies, parts_seconds, not_offered, sent_with_video, watched)
select system_client_id, split_part(grain, '.', 1) || '.third', date_trunc('month', day::timestamp)::date + case when extract(day from day) > 20 then 20 when extract(day from day) > 10 then 10 else 0 end, branch_id, person,
  sum(orders), sum(rejected), sum(checked), sum(checks), sum(amber), sum(red), sum(offered), sum(approved), sum(sold),
  sum(deferred), sum(returned), sum(sent), sum(opened), sum(decided_online), sum(timed_checks), sum(check_seconds), sum(told),
  sum(told_seconds), sum(decided), sum(decided_seconds), sum(photos), sum(videos), sum(stars), sum(feedbacks),
  sum(timed_offers), sum(offer_seconds), sum(parts_replies), sum(parts_seconds), sum(not_offered), sum(sent_with_video),
  sum(watched)
from figure_days where grain in ('branch.day', 'person.day')
group by 1, 2, 3, 4, 5
on conflict do nothing;
insert into figure_money (system_client_id, grain, day, branch_id, person, currency,
  priced_orders, offered_money, approved_money, sold_money, uplift_money)
select system_client_id, split_part(grain, '.', 1) || '.third', date_trunc('month', day::timestamp)::date + case when extract(day from day) > 20 then 20 when extract(day from day) > 10 then 10 else 0 end, branch_id, person, currency,
  sum(priced_orders), sum(offered_money), sum(approved_money), sum(sold_money), sum(uplift_money)
from figure_money where grain in ('branch.day', 'person.day')
group by 1, 2, 3, 4, 5, 6
on conflict do nothing;

insert into figure_days (system_client_id, grain, day, branch_id, person,
  orders, rejected, checked, checks, amber, red, offered, approved, sold, deferred, returned, sent, opened, decided_online,
  timed_checks, check_seconds, told, told_seconds, decided, decided_seconds, photos, videos, stars, feedbacks, timed_offers,
  offer_seconds, parts_replies, parts_seconds, not_offered, sent_with_video, watched)
select system_client_id, split_part(grain, '.', 1) || '.year', date_trunc('year', day::timestamp)::date, branch_id, person,
  sum(orders), sum(rejected), sum(checked), sum(checks), sum(amber), sum(red), sum(offered), sum(approved), sum(sold),
  sum(deferred), sum(returned), sum(sent), sum(opened), sum(decided_online), sum(timed_checks), sum(check_seconds), sum(told),
  sum(told_seconds), sum(decided), sum(decided_seconds), sum(photos), sum(videos), sum(stars), sum(feedbacks),
  sum(timed_offers), sum(offer_seconds), sum(parts_replies), sum(parts_seconds), sum(not_offered), sum(sent_with_video),
  sum(watched)
from figure_days where grain in ('branch.month', 'person.month')
group by 1, 2, 3, 4, 5
on conflict do nothing;
insert into figure_money (system_client_id, grain, day, branch_id, person, currency,
  priced_orders, offered_money, approved_money, sold_money, uplift_money)
select system_client_id, split_part(grain, '.', 1) || '.year', date_trunc('year', day::timestamp)::date, branch_id, person, currency,
  sum(priced_orders), sum(offered_money), sum(approved_money), sum(sold_money), sum(uplift_money)
from figure_money where grain in ('branch.month', 'person.month')
group by 1, 2, 3, 4, 5, 6
on conflict do nothing;

insert into question_days (system_client_id, grain, day, branch_id, template_id, question_id, answered, found, timed, milliseconds)
select system_client_id, 'branch.third', date_trunc('month', day::timestamp)::date + case when extract(day from day) > 20 then 20 when extract(day from day) > 10 then 10 else 0 end,
  branch_id, template_id, question_id, sum(answered), sum(found), sum(timed), sum(milliseconds)
from question_days where grain = 'branch.day'
group by 1, 3, 4, 5, 6
on conflict do nothing;
insert into question_money (system_client_id, grain, day, branch_id, template_id, question_id, currency, sold_money)
select system_client_id, 'branch.third', date_trunc('month', day::timestamp)::date + case when extract(day from day) > 20 then 20 when extract(day from day) > 10 then 10 else 0 end,
  branch_id, template_id, question_id, currency, sum(sold_money)
from question_money where grain = 'branch.day'
group by 1, 3, 4, 5, 6, 7
on conflict do nothing;

insert into question_days (system_client_id, grain, day, branch_id, template_id, question_id, answered, found, timed, milliseconds)
select system_client_id, 'branch.year', date_trunc('year', day::timestamp)::date,
  branch_id, template_id, question_id, sum(answered), sum(found), sum(timed), sum(milliseconds)
from question_days where grain = 'branch.month'
group by 1, 3, 4, 5, 6
on conflict do nothing;
insert into question_money (system_client_id, grain, day, branch_id, template_id, question_id, currency, sold_money)
select system_client_id, 'branch.year', date_trunc('year', day::timestamp)::date,
  branch_id, template_id, question_id, currency, sum(sold_money)
from question_money where grain = 'branch.month'
group by 1, 3, 4, 5, 6, 7
on conflict do nothing;

-- A process of the version before may still run, and makes no such sums: once it has ended, all are made again.
insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
select system_client_id, 'figures.rebuild', 'figures.rebuild', '{}', now() + interval '15 minutes', now() from system_clients
on conflict (system_client_id, id) do nothing;
