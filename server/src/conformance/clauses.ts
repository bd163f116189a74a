// Every clause, chapter by chapter. A number is never used for another clause.
import type { Chapter } from './clause.ts'
import { access } from './clauses/access.ts'
import { bodies } from './clauses/bodies.ts'
import { commerce } from './clauses/commerce.ts'
import { orders } from './clauses/orders.ts'
import { replies } from './clauses/replies.ts'
import { surveys } from './clauses/surveys.ts'

export const chapters: readonly Chapter[] = [bodies, replies, orders, surveys, commerce, access]
