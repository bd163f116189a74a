// Commands on the contact data of customers.
import { forgetContacts } from '../../features/administration/forget-contacts.ts'
import { type Command, feature, text } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  'contact forget': feature(
    {
      summary:
        'erase the e-mail addresses and telephone numbers that are kept from changes of contacts, the notes on the car and the questions of its owner',
      arguments: { client: text('id of the system client') },
      options: {
        order: text('those of this service order', { 'x-value': 'id' }),
        lead: text('those of this lead', { 'x-value': 'id' }),
        value: text(
          'every change from or to this address or number, written as it was kept, and every note and question with it',
          {
            'x-value': 'text',
          },
        ),
      },
    },
    (scope, { order, lead, value }) => forgetContacts(scope, { orderId: order, leadId: lead, value }),
  ),
}
