// The leads of the branch with their customer video review: the board with another kind of card.
import { Cars } from './board.tsx'

export const Leads = () => <Cars title="leads.title" kinds={['lead']} />
