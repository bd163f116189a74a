// The survey templates that the client sees.
import type { ListedTemplate } from '@walkaround/contract/app/catalogue.ts'
import { useMemo } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import { ImportFile } from './import-file.tsx'
import { NameAndId } from './name-and-id.tsx'
import { listUses } from './uses.ts'

export function Templates() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const reading = useRead(client.id, () => call('listTemplates', params))
  const columns = useColumns(client.id)
  return (
    <section className="panel" aria-label={t('catalogue.templates')}>
      <h2>{t('catalogue.templates')}</h2>
      <p className="soft">{t('catalogue.templatesWhat')}</p>
      <ImportFile
        id="importTemplateFile"
        label={t('catalogue.importTemplate')}
        say={({ id, version, isNew }) =>
          t(isNew ? 'catalogue.templateImported' : 'catalogue.templateSame', { id, version })
        }
        onDone={() => reading.reload()}
      />
      <ShowReading of={reading}>
        {(templates) => (
          <Table
            caption={t('catalogue.templates')}
            columns={columns}
            rows={templates}
            keyOf={({ id }) => id}
            sortName="templates"
          />
        )}
      </ShowReading>
    </section>
  )
}

function useColumns(clientId: string): readonly Column<ListedTemplate>[] {
  const { t } = useWords()
  return useMemo(
    () => [
      {
        name: 'text',
        label: t('catalogue.name'),
        read: ({ text }) => text,
        show: ({ id, text }) => <NameAndId name={text} id={id} />,
      },
      { name: 'type', label: t('catalogue.type'), read: ({ surveyType }) => t(`survey.${surveyType}`) },
      {
        name: 'by',
        label: t('catalogue.by'),
        read: ({ isOwn, masterClient }) => (isOwn ? t('catalogue.own') : masterClient),
      },
      { name: 'version', label: t('catalogue.version'), read: ({ version }) => version, isNumber: true },
      { name: 'uses', label: t('catalogue.uses'), read: ({ uses }) => listUses(uses, t).join('; ') },
      { name: 'answers', label: t('catalogue.answers'), read: ({ answers }) => answers, isNumber: true },
      {
        name: 'file',
        label: t('catalogue.file'),
        read: ({ id }) => id,
        show: ({ id, text }) => (
          <a
            href={operationUrl('getTemplateFile', { system_client_id: clientId, template_id: id })}
            download
            aria-label={t('catalogue.takeOf', { name: text })}
          >
            {t('catalogue.take')}
          </a>
        ),
      },
    ],
    [t, clientId],
  )
}
