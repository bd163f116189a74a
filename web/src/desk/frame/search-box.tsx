// The search of the desk, on every page: whatever somebody has in hand leads to the page of a car.
import { type FormEvent, useEffect, useState } from 'preact/compat'
import { Button } from '../../workshop/ui/parts.tsx'
import { seek, useSought } from '../app/sought.ts'
import { useWords } from '../app/words.ts'

export function SearchBox() {
  const { t } = useWords()
  const sought = useSought()
  const [typed, type] = useState(sought)
  useEffect(() => type(sought), [sought])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') seek(typed.trim())
  }
  return (
    <search>
      <form className="desk-search" onSubmit={submit}>
        <label className="unseen" htmlFor="desk-search">
          {t('desk.search')}
        </label>
        <input
          id="desk-search"
          type="search"
          value={typed}
          placeholder={t('board.search')}
          autoComplete="off"
          maxLength={100}
          onInput={(event: FormEvent<HTMLInputElement>) => type(event.currentTarget.value)}
        />
        <Button type="submit" icon="search">
          {t('desk.find')}
        </Button>
      </form>
    </search>
  )
}
