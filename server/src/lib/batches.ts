// Reads rows by id in batches, each after the last row of the previous one, until a batch is not full.

export interface Page {
  after: string
  limit: number
}

export async function* inBatches<Row extends { id: string }>(
  limit: number,
  list: (page: Page) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await list({ after, limit })
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < limit) return
    after = last.id
  }
}
