// The complete schema as one SQL-like text, read from a newly migrated database: for reviews, not for loading.
import { sql } from '../server/src/db/sql.ts'
import { openMemory } from '../server/test/support/in-memory.ts'

interface Column {
  tableName: string
  line: string
}

export async function dumpSchema(): Promise<string> {
  const database = await openMemory('migrated')
  try {
    const columns = await database.rows<Column>(sql`
      select c.relname as table_name,
        a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) else '' end
          || case when a.attnotnull then ' not null' else '' end
          || case when a.attidentity = 'a' then ' generated always as identity' else '' end
          || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_collation l on l.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind in ('r', 'p') and not c.relispartition order by c.relname, a.attnum`)
    const constraints = await database.rows<Column>(sql`
      select c.relname as table_name, 'constraint ' || o.conname || ' ' || pg_get_constraintdef(o.oid) as line
      from pg_constraint o join pg_class c on c.oid = o.conrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where o.contype <> 'n' and not c.relispartition
      order by c.relname, o.contype desc, o.conname`)
    const partitioned = await database.rows<Column>(sql`
      select c.relname as table_name, 'partition by ' || pg_get_partkeydef(c.oid) as line
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind = 'p'`)
    const indexes = await database.rows<{ line: string }>(sql`
      select pg_get_indexdef(i.indexrelid) as line
      from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where not exists (select from pg_constraint o where o.conindid = i.indexrelid) and not c.relispartition
      order by 1`)
    const functions = await database.rows<{ line: string }>(sql`
      select regexp_replace(pg_get_functiondef(p.oid), '\s+$', '') || ';' as line
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public' order by p.proname`)
    const triggers = await database.rows<{ line: string }>(sql`
      select pg_get_triggerdef(t.oid) || ';' as line
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where not t.tgisinternal order by c.relname, t.tgname`)
    const views = await database.rows<{ line: string }>(sql`
      select 'create view ' || c.relname || ' as' || chr(10) || pg_get_viewdef(c.oid) as line
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind = 'v' order by c.relname`)
    const tables = [...new Set(columns.map(({ tableName }) => tableName))].map((name) => {
      const lines = [...columns, ...constraints].filter(({ tableName }) => tableName === name)
      const by = partitioned.find(({ tableName }) => tableName === name)
      return `create table ${name} (\n${lines.map(({ line }) => `  ${line}`).join(',\n')}\n)${by ? ` ${by.line}` : ''};`
    })
    return `-- The schema as the migrations make it. Written by \`npm run generate\`, never loaded.\n\n${tables.join('\n\n')}\n\n${indexes
      .map(({ line }) => `${line};`)
      .join('\n')}\n\n${[...views, ...functions, ...triggers].map(({ line }) => line).join('\n\n')}\n`
  } finally {
    await database.close()
  }
}
