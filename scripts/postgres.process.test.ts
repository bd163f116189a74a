// The throw-away cluster does what tests of a vanishing database rely on.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { findPostgres, withPostgres } from './postgres.ts'

async function select(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('a throw-away PostgreSQL', {
  skip: findPostgres() ? false : 'no PostgreSQL 15 or later on this machine',
}, () => {
  it('keeps committed rows over a stop and over a kill, and is gone at the end', async () => {
    const url = await withPostgres(async (postgres) => {
      const { url } = postgres
      await select(url, 'create table kept (n int)')
      await select(url, 'insert into kept values (1)')
      await postgres.stop()
      await assert.rejects(select(url, 'select 1'), { code: 'ECONNREFUSED' })
      await postgres.start()
      await select(url, 'insert into kept values (2)')
      await postgres.kill()
      await assert.rejects(select(url, 'select 1'), { code: 'ECONNREFUSED' })
      await postgres.start()
      assert.deepEqual(await select(url, 'select n from kept order by n'), [{ n: 1 }, { n: 2 }])
      return url
    })
    await assert.rejects(select(url, 'select 1'), { code: 'ECONNREFUSED' })
  })
})
