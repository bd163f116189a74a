// Lets few pieces of work run at a time, and of one owner fewer: whoever sends a hundred waits for their own. In memory only,
// without a clock.

interface Waiting {
  owner: string
  enter: () => void
}

export function createGate({ perOwner, total }: { perOwner: number; total: number }) {
  const inside = new Map<string, number>()
  const waiting: Waiting[] = []
  let all = 0

  const hasRoom = ({ owner }: Pick<Waiting, 'owner'>) => all < total && (inside.get(owner) ?? 0) < perOwner

  function change(owner: string, by: 1 | -1): void {
    all += by
    const left = (inside.get(owner) ?? 0) + by
    if (left > 0) inside.set(owner, left)
    else inside.delete(owner)
  }

  function letIn(): void {
    for (let at = waiting.findIndex(hasRoom); at >= 0; at = waiting.findIndex(hasRoom)) {
      const [next] = waiting.splice(at, 1) as [Waiting]
      change(next.owner, 1)
      next.enter()
    }
  }

  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      waiting.push({ owner, enter })
      letIn()
    })
    try {
      return await work()
    } finally {
      change(owner, -1)
      letIn()
    }
  }
}
