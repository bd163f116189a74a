// What the log of requests can be asked for.
import type { RequestFilter, RequestOperations } from '../../api/requests.ts'
import { useWords } from '../../app/words.tsx'
import { Button, Choice, Field } from '../../ui/parts.tsx'
import { Picker } from '../picker.tsx'

type About = Awaited<ReturnType<RequestOperations['describe']>>
export const requestFilterNames = [
  'key',
  'operation',
  'status',
  'code',
  'object',
  'request',
  'since',
  'until',
]

const statuses = ['all', '2xx', '4xx', '5xx'] as const

/** As the address has it. A value that the service does not know is refused there. */
export function toFilter({ code, ...texts }: Readonly<Record<string, string>>): RequestFilter {
  return { ...texts, ...(Number(code) > 0 ? { code: Number(code) } : {}) }
}

export function RequestFilters(props: {
  about: About | undefined
  filter: RequestFilter
  onAsk: (more: { [K in keyof RequestFilter]?: string | undefined }) => void
  onAskAll: () => void
}) {
  const { t } = useWords()
  const { about, filter, onAsk: change } = props
  const time = (name: 'since' | 'until') => (
    <Field
      type="datetime-local"
      label={t(`requests.${name}`)}
      value={filter[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  const typed = (name: 'object' | 'request', label: string) => (
    <Field
      label={label}
      value={filter[name] ?? ''}
      autoComplete="off"
      maxLength={128}
      onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
    />
  )
  return (
    <search className="panel log-filters" aria-label={t('requests.filter')}>
      <Choice
        label={t('requests.status')}
        value={filter.status ?? 'all'}
        options={statuses.map((value) => ({ value, label: t(`requests.status.${value}`) }))}
        onChoose={(value) => change({ status: value === 'all' ? undefined : value })}
      />
      <div className="log-fields">
        {typed('object', t('requests.object'))}
        <Picker
          label={t('requests.operation')}
          all={t('requests.any')}
          value={filter.operation}
          options={(about?.operations ?? []).map((id) => ({ value: id, label: id }))}
          onChoose={(operation) => change({ operation })}
        />
        <Picker
          label={t('requests.key')}
          all={t('requests.any')}
          value={filter.key}
          options={(about?.keys ?? []).map(({ id, login, label }) => ({
            value: id,
            label: `${label ?? login} (${id})`,
          }))}
          onChoose={(key) => change({ key })}
        />
        <Field
          label={t('requests.code')}
          value={filter.code === undefined ? '' : String(filter.code)}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          onChange={(event) => {
            const code = Number(event.currentTarget.value.replaceAll(/\D/g, ''))
            change({ code: code > 0 ? String(code) : undefined })
          }}
        />
        {typed('request', t('requests.requestId'))}
        {time('since')}
        {time('until')}
      </div>
      {Object.keys(filter).length > 0 && (
        <Button icon="close" onClick={props.onAskAll}>
          {t('requests.clear')}
        </Button>
      )}
    </search>
  )
}
