import { connectionOptions, databaseLimits, withConnection } from './connection.server.ts'

const columns = `
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    a.attgenerated <> '' as generated, pg_get_expr(d.adbin, d.adrelid) as expression
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`
const constraints = `
  select c.relname as table_name, o.conname as name, pg_get_constraintdef(o.oid) as definition
  from pg_constraint o join pg_class c on c.oid = o.conrelid
  where o.connamespace = 'public'::regnamespace and o.contype <> 'n'
  order by c.relname, o.contype <> 'p', o.conname`
const indexes = `
  select i.tablename as table_name, i.indexdef as definition
  from pg_indexes i
  where i.schemaname = 'public'
    and not exists (select 1 from pg_constraint o where o.conindid = format('%I.%I', i.schemaname, i.indexname)::regclass)
  order by i.tablename, i.indexname`
const options = `
  select relname as table_name, array_to_string(reloptions, ', ') as options
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
const extensions = `select extname as name from pg_extension where extname <> 'plpgsql' order by extname`
const functions = `
  select pg_get_functiondef(p.oid) as definition
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, p.oid`
const views = `
  select viewname as name, definition from pg_views where schemaname = 'public' order by viewname`
const triggers = `
  select c.relname as table_name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  order by c.relname, t.tgname`

interface Column {
  table_name: string
  name: string
  type: string
  required: boolean
  generated: boolean
  expression: string | null
}

/** The schema that the migrations produce, as SQL for review: the same schema gives the same text. */
export async function dumpSchema(connectionString: string): Promise<string> {
  return await withConnection({ connectionString, ...connectionOptions(databaseLimits) }, async (client) => {
    const query = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows
    const byTable = Map.groupBy(await query<Column>(columns), (column) => column.table_name)
    const constraintRows = await query<{ table_name: string; name: string; definition: string }>(constraints)
    const indexRows = await query<{ table_name: string; definition: string }>(indexes)
    const optionRows = await query<{ table_name: string; options: string | null }>(options)
    const triggerRows = await query<{ table_name: string; definition: string }>(triggers)
    const parts = ['-- Written by `npm run db:dump`: what db/migrations add up to. Reviewed with them, never edited.']
    for (const { name } of await query<{ name: string }>(extensions)) parts.push(`create extension ${name};`)
    for (const { definition } of await query<{ definition: string }>(functions)) parts.push(`${definition.trim()};`)
    for (const [table, tableColumns] of byTable) {
      const lines = tableColumns.map(columnDefinition)
      for (const each of constraintRows) {
        if (each.table_name === table) lines.push(`  constraint ${each.name} ${each.definition}`)
      }
      const storage = optionRows.find((each) => each.table_name === table)?.options
      const statements = [`create table ${table} (\n${lines.join(',\n')}\n)${storage ? ` with (${storage})` : ''};`]
      for (const each of [...indexRows, ...triggerRows]) {
        if (each.table_name === table) statements.push(`${each.definition.replaceAll('public.', '')};`)
      }
      parts.push(statements.join('\n'))
    }
    for (const { name, definition } of await query<{ name: string; definition: string }>(views)) {
      parts.push(`create view ${name} as\n${definition.trim()}`)
    }
    return `${parts.join('\n\n')}\n`
  })
}

function columnDefinition({ name, type, required, generated, expression }: Column): string {
  const value =
    expression === null ? '' : generated ? ` generated always as (${expression}) stored` : ` default ${expression}`
  return `  ${name} ${type}${value}${required ? ' not null' : ''}`
}
