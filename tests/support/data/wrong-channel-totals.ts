import { queryDatabase } from './query-database.server.ts'

/** Sums of creators' days that differ from the days of their episodes, in any column that both have or only one. */
export async function findWrongChannelTotals(connectionString: string): Promise<object[]> {
  return queryDatabase(
    connectionString,
    `select creator, day::text, name, sum(value) as too_many from (
      select creator_uid as creator, day, name, value::bigint
      from channel_totals, jsonb_each_text(to_jsonb(channel_totals) - '{id,creator_uid,day}'::text[]) as each (name, value)
      union all
      select creator_id, day, name, -value::bigint
      from daily_totals join episodes on episodes.id = episode_id,
        jsonb_each_text(to_jsonb(daily_totals) - '{episode_id,day,visitors,watches_of_others}'::text[]) as each (name, value)
    ) as counted
    group by creator, day, name having sum(value) <> 0 order by creator, day, name`,
  )
}
