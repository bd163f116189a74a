// The week of production and the size of a tyre, and one tap to note the same on all tyres of the car.
import { findTyreFault, type TyreDetails } from '@walkaround/contract/rules/tyres.ts'
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { elementsOf, listQuestions, type Question } from '../../store/survey-elements.ts'
import { Button, Field } from '../../ui/parts.tsx'
import { isTyre, noteTyre } from '../checklist/tyre-readings.ts'
import type { ChecklistView } from '../checklist/use-checklist.ts'

const known = ({ page }: ChecklistView, id: string): TyreDetails => {
  const { questionId: _, ...details } = page.tyres?.find(({ questionId }) => questionId === id) ?? {
    questionId: id,
  }
  return details
}

export function TyreFields({ question, view }: { question: Question; view: ChecklistView }) {
  const { t } = useWords()
  const before = known(view, question.id)
  const [dot, setDot] = useState(before.dot ?? '')
  const [size, setSize] = useState(before.size ?? '')
  const given = { dot: dot.replace(/\D/g, '') || undefined, size: size.trim() || undefined }
  const isWrong = findTyreFault({ dot: given.dot }) !== undefined
  const save = (ids: readonly string[]) => {
    if (!isWrong) view.change(ids.map((id) => noteTyre(id, { ...known(view, id), ...given })))
  }
  const leave = () => {
    if (given.dot !== before.dot || given.size !== before.size) save([question.id])
  }
  const all = listQuestions(elementsOf(view.page)).filter(
    (one) =>
      isTyre(one) && one.visible !== false && one.clientSettings?.unit === question.clientSettings?.unit,
  )
  return (
    <section className="finding-part" aria-label={t('tyre.title')}>
      <div className="form-grid">
        <Field
          label={t('tyre.dot')}
          value={dot}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          onChange={(event) => setDot(event.currentTarget.value)}
          onBlur={leave}
          {...(isWrong ? { error: t('tyre.dotWrong') } : {})}
        />
        <Field
          label={t('tyre.size')}
          value={size}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          onChange={(event) => setSize(event.currentTarget.value)}
          onBlur={leave}
        />
      </div>
      {all.length > 1 && (given.dot !== undefined || given.size !== undefined) && (
        <Button icon="check" disabled={isWrong} onClick={() => save(all.map(({ id }) => id))}>
          {t('tyre.all', { n: all.length })}
        </Button>
      )}
    </section>
  )
}
