// The damage as it will be printed: the drawing and the numbered list, with a link to the map.
import type { SurveyView } from '../../app/context.tsx'
import { go } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DamageMap } from '../damage/map.tsx'
import { isKnown, listEarlier } from '../damage/marks.ts'
import { useDrawing } from '../damage/use-drawing.ts'
import { wholeOf } from '../damage/view-box.ts'

/** `isForCustomer`: without ways into the workshop. */
export function DamageSummary(props: { surveyId: string; view: SurveyView; isForCustomer?: boolean }) {
  const { surveyId, view, isForCustomer = false } = props
  const { t, shared } = useWords()
  const { bodyStyle, marks, earlier } = view.page.damage
  const drawn = useDrawing(bodyStyle)
  const known = marks.filter(isKnown)
  return (
    <section className="panel">
      <h2>{t('damage.title')}</h2>
      {drawn && (
        <DamageMap
          outline={drawn.outline}
          box={wholeOf(drawn.outline.viewBox)}
          whole={wholeOf(drawn.outline.viewBox)}
          onBox={() => {}}
          marks={known}
          earlier={listEarlier(earlier)}
          selectedId={undefined}
          isReadOnly
          label={t('damage.drawing', { n: known.length })}
          onPlace={() => {}}
          onMove={() => {}}
          onSelect={() => isForCustomer || go({ screen: 'damage', surveyId })}
        />
      )}
      {known.length === 0 && <p className="soft">{t('handover.noDamage')}</p>}
      <ol className="act-marks">
        {known.map((mark) => (
          <li key={mark.id}>
            <strong>{(mark.panel && drawn?.names[mark.panel]) ?? t('damage.noPanel')}</strong>{' '}
            {[shared.kinds[mark.kind], mark.size && t(`damage.size.${mark.size}`)].filter(Boolean).join(', ')}
            {mark.comment && <span className="soft"> {t('handover.remark', { text: mark.comment })}</span>}
          </li>
        ))}
      </ol>
      {!isForCustomer && (
        <div className="actions">
          <LinkButton to={{ screen: 'damage', surveyId }} icon="car">
            {t('handover.toMap')}
          </LinkButton>
        </div>
      )}
    </section>
  )
}
