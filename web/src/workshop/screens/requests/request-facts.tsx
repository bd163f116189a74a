// A reply as sign and status, what a request changed, and what is not kept of it, in words.
import type { LoggedRequest, RequestEffect } from '@walkaround/contract/app/requests.ts'
import { sayHidden } from '@walkaround/contract/rules/hidden-values.ts'
import { useWords } from '../../app/words.tsx'
import type { TextKey } from '../../texts/texts.ts'
import { Icon } from '../../ui/icons.tsx'

export function RequestBadge({ request: { status, errorCode } }: { request: LoggedRequest }) {
  const [tone, icon] =
    status < 400
      ? (['green', 'fine'] as const)
      : status < 500
        ? (['amber', 'advise'] as const)
        : (['red', 'urgent'] as const)
  return (
    <span className={`status ${tone}`}>
      <Icon name={icon} size={20} />
      <span>{[status, errorCode].filter((part) => part !== undefined).join(' · ')}</span>
    </span>
  )
}

/** Kinds of events that have words here; others are called as docs/events.md calls them. */
const words: Readonly<Record<string, TextKey>> = {
  'order.created': 'requests.made.orderCreated',
  'order.changed': 'requests.made.orderChanged',
  'lead.created': 'requests.made.leadCreated',
  'lead.changed': 'requests.made.leadChanged',
  'survey.created': 'requests.made.surveyCreated',
  'survey.closed': 'requests.made.surveyClosed',
  'survey.answered': 'requests.made.surveyAnswered',
  'quote.created': 'requests.made.quoteCreated',
  'quote.changed': 'requests.made.quoteChanged',
  'package.created': 'requests.made.packageCreated',
  'package.changed': 'requests.made.packageChanged',
  'branch.registered': 'requests.made.branchRegistered',
}

/** In one line: the same kinds together, with their types or how many there are. */
export function useEffects(): (made: readonly RequestEffect[] | undefined) => string {
  const { t } = useWords()
  return (made = []) => {
    const byKind = new Map<string, RequestEffect[]>()
    for (const effect of made) byKind.set(effect.kind, [...(byKind.get(effect.kind) ?? []), effect])
    return [...byKind]
      .map(([kind, effects]) => {
        const key = words[kind]
        const word = key ? t(key) : kind
        const types = effects.flatMap(({ what }) => what ?? [])
        const count = effects.reduce((sum, { times = 1 }) => sum + times, 0)
        if (types.length > 0) return `${word}: ${types.join(', ')}`
        return count > 1 ? `${word} (${count})` : word
      })
      .join(' · ')
  }
}

/** A text of the log, in which kind and length of what is not kept are said in words. */
export function useHidden(): (text: string) => string {
  const { t } = useWords()
  return (text) => sayHidden(text, ({ kind, count }) => t(`requests.hidden.${kind}`, { n: count }))
}
