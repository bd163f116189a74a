// Work on a long list that lets everybody else have a turn in between.

/** Calls `work` for every item, in order; after each `size` items whatever else waits is done first. */
export async function inSlices<Item>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await new Promise(setImmediate)
    for (const item of items.slice(start, start + size)) work(item)
  }
}
