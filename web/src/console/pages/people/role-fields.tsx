// The role of somebody and where it holds: what the person who asks may give, and branches where a role can be limited to some.
import { mayBeLimited, rolesGivenBy } from '@walkaround/contract/rules/managing.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { useSignedIn } from '../../../office/app/context.tsx'
import { CheckField, ListField, SelectField } from '../../../office/form/choice-fields.tsx'
import type { Form } from '../../../office/form/use-form.ts'
import { useWords } from '../../app/words.ts'

/** How forms hold it: whether the role is limited is a choice of its own. */
export interface RoleDraft {
  role: Role
  isLimited: boolean
  branches: readonly string[]
}

export const toRoleDraft = ({ role, branches }: { role: Role; branches?: readonly string[] }): RoleDraft => ({
  role,
  isLimited: branches !== undefined,
  branches: branches ?? [],
})

export const toRoleChange = ({ role, isLimited, branches }: RoleDraft) => ({
  role,
  ...(isLimited && mayBeLimited(role) ? { branches: [...branches] } : {}),
})

export function RoleFields<T extends RoleDraft>({ of, isFixed }: { of: Form<T>; isFixed?: boolean }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const form = of as unknown as Form<RoleDraft>
  const { role, isLimited } = form.state.draft
  const given: readonly Role[] = rolesGivenBy(client).filter((one) => one !== 'dms')
  const roles = given.includes(role) ? given : [role, ...given]
  return (
    <>
      <SelectField
        of={form.field('role')}
        label={t('people.role')}
        hint={t(`people.roleWhat.${role}`)}
        options={(isFixed ? [role] : roles).map((value) => ({ value, label: t(`settings.role.${value}`) }))}
      />
      {mayBeLimited(role) && client.branches.length > 0 && (
        <CheckField of={form.field('isLimited')} label={t('people.limit')} hint={t('people.limitWhat')} />
      )}
      {mayBeLimited(role) && isLimited && (
        <ListField
          of={form.field('branches')}
          label={t('people.branches')}
          options={client.branches.map(({ id, name, siteId }) => ({
            value: id,
            label: name,
            detail: siteId,
          }))}
        />
      )}
    </>
  )
}
