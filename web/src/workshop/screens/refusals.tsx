// What the server refused: why, and what can be done. Each stays until a person sends it again or gives it up.
import { useState } from 'preact/compat'
import { useWorkshop } from '../app/context.tsx'
import { useWords } from '../app/words.tsx'
import { removeUnannounced } from '../store/media.ts'
import { giveUp, retry } from '../store/outbox.ts'
import type { MediaItem, OutboxItem, Refusal } from '../store/tables.ts'
import { adviceOn } from '../sync/advice.ts'
import type { TextKey } from '../texts/texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Button, Note } from '../ui/parts.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { SyncState } from './sync-state.tsx'

interface Refused {
  key: string
  kind: string
  surveyId: string
  refusal: Refusal
  again: () => Promise<unknown>
  drop: () => Promise<unknown>
}

export function Refusals(props: {
  items: readonly OutboxItem[]
  media: readonly MediaItem[]
  names: ReadonlyMap<string, string>
}) {
  const { t } = useWords()
  const { store, poke } = useWorkshop()
  const [dropping, setDropping] = useState<Refused>()
  const refused: Refused[] = [
    ...props.items.flatMap((item) =>
      item.state === 'refused' && item.refusal
        ? [
            {
              key: item.id,
              kind: item.change.type === 'edit' ? item.change.edit.kind : item.change.type,
              surveyId: item.surveyId,
              refusal: item.refusal,
              again: () => retry(store, item.seq!),
              drop: () => giveUp(store, item.seq!),
            },
          ]
        : [],
    ),
    ...props.media.flatMap((item) =>
      item.state === 'refused' && item.refusal
        ? [
            {
              key: item.id,
              kind: item.kind as string,
              surveyId: item.surveyId,
              refusal: item.refusal,
              again: () => store.media.update(item.id, { state: 'device', refusal: undefined }),
              drop: () => removeUnannounced(store, item.id),
            },
          ]
        : [],
    ),
  ]
  if (refused.length === 0) return null
  return (
    <section className="panel refused" aria-labelledby="refused">
      <h2 id="refused">{t('sync.refused', { n: refused.length })}</h2>
      <p className="soft">{t('sync.refusedWhat')}</p>
      <ul className="refusals">
        {refused.map((one) => (
          <li key={one.key}>
            <div className="refusal-head">
              <h3>
                {t(`sync.kind.${one.kind}` as TextKey)}
                {one.surveyId !== '' && ` · ${props.names.get(one.surveyId) ?? one.surveyId}`}
              </h3>
              <SyncState state="refused" />
            </div>
            <p>
              {t('sync.reason', { error: [one.refusal.error, one.refusal.info].filter(Boolean).join(': ') })}
            </p>
            <p>{t(`sync.todo.${adviceOn(one.refusal)}`)}</p>
            <div className="actions">
              <Button icon="sync" onClick={() => one.again().then(poke)}>
                {t('sync.again')}
              </Button>
              {one.surveyId !== '' && (
                <LinkButton to={{ screen: 'survey', surveyId: one.surveyId }} icon="next">
                  {props.names.get(one.surveyId) ?? t('sync.ofSurvey', { id: one.surveyId })}
                </LinkButton>
              )}
              <Button look="quiet" icon="trash" onClick={() => setDropping(one)}>
                {t('sync.giveUp')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {dropping && (
        <Sheet
          title={t('sync.giveUp')}
          onClose={() => setDropping(undefined)}
          footer={
            <>
              <Button onClick={() => setDropping(undefined)}>{t('app.cancel')}</Button>
              <Button
                look="danger"
                icon="trash"
                onClick={() => dropping.drop().then(() => setDropping(undefined))}
              >
                {t('sync.giveUpYes')}
              </Button>
            </>
          }
        >
          <Note tone="bad" title={t('sync.giveUpSure')} />
        </Sheet>
      )}
    </section>
  )
}
