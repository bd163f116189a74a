// Ordered work with its total, and the terms: as they are printed, in the language of the print.
import type { Act, ActLine } from '@walkaround/contract/app/acts.ts'
import { useWords } from '../../app/words.tsx'

export function OrderedWork({ act }: { act: Act }) {
  const { t, money, number, unitWord } = useWords()
  const price = (value: number) =>
    act.currency === undefined ? number(value, 2) : money(value, act.currency)
  const quantityOf = ({ quantity, unit }: ActLine) =>
    quantity === undefined ? '' : [number(quantity), unitWord(unit)].filter(Boolean).join(' ')
  return (
    <section className="panel" aria-label={t('handover.work')}>
      <h2>{t('handover.work')}</h2>
      {act.work.length === 0 ? (
        <p className="soft">{t('handover.noWork')}</p>
      ) : (
        <>
          <ul className="act-lines" lang={act.language}>
            {act.work.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never move by themselves
              <li key={index} className="act-line">
                <span className="act-line-words">
                  {line.text} <span className="soft">{quantityOf(line)}</span>
                </span>
                <span className="act-line-price">
                  {line.amountIncVat === undefined ? (
                    <span className="soft">{t('handover.noPrice')}</span>
                  ) : (
                    price(line.amountIncVat)
                  )}
                </span>
              </li>
            ))}
          </ul>
          <p className="act-line act-sum">
            <span className="act-line-words">
              <strong>{t('handover.sum')}</strong>{' '}
              <span className="soft">{t('handover.sumEx', { sum: price(act.sum.exVat) })}</span>
            </span>
            <strong className="act-line-price">{price(act.sum.incVat)}</strong>
          </p>
          {!act.sum.isComplete && <p className="soft">{t('handover.sumOpen')}</p>}
        </>
      )}
    </section>
  )
}

export function Terms({ act }: { act: Act }) {
  const { t } = useWords()
  if (act.terms.length === 0) return null
  return (
    <section className="panel" aria-label={t('handover.terms')}>
      <h2>{t('handover.terms')}</h2>
      <ol className="act-terms" lang={act.language}>
        {act.terms.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong> {text}
          </li>
        ))}
      </ol>
    </section>
  )
}
