// The field above a list that narrows it; what is sought is in the address.
import { type FormEvent, useId } from 'preact/compat'
import { useQuery } from '../app/query.ts'

export function ListSearch({ label }: { label: string }) {
  const [{ search = '' }, ask] = useQuery()
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        value={search}
        onInput={(event: FormEvent<HTMLInputElement>) =>
          ask({ search: event.currentTarget.value || undefined }, { replace: true })
        }
      />
    </div>
  )
}
