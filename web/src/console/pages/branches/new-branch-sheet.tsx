// Makes a branch before the DMS sends its first order.
import type { Site } from '@walkaround/contract/app/places.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Form } from '../../../office/form/form.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { router } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { type BranchDraft, BranchFields, toBranchBody } from './branch-fields.tsx'

const FORM = 'new-branch'

export function NewBranchSheet({ sites, onClose }: { sites: readonly Site[]; onClose: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const form = useForm<BranchDraft>({
    first: {
      value: {
        siteId: sites.find(({ isDefault }) => isDefault)?.id ?? sites[0]?.id ?? '',
        name: '',
        codes: '',
        isOwnRelease: false,
        releaseTypes: [],
      },
    },
    save: async (draft) => {
      const body = toBranchBody(draft)
      // The id is the first dealer code, as it is of branches that register themselves (C1).
      const id = body.codes[0] ?? body.name
      await call(
        'putBranch',
        { system_client_id: client.id, branch_id: id },
        { body, headers: { 'if-none-match': '*' } },
      )
      router.go({ page: 'branches', key: id })
    },
    saved: t('branches.made'),
  })
  return (
    <Sheet
      title={t('branches.new')}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={FORM} look="main" aria-busy={form.isSaving}>
            {t('branches.make')}
          </Button>
        </div>
      }
    >
      <Form of={form} id={FORM}>
        <BranchFields of={form} sites={sites} />
      </Form>
    </Sheet>
  )
}
