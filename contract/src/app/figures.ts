// The figures for the page of numbers: the operations of the interface, at the door of the apps.
import { getFigureCars, getFigures, getQuestionFigures } from '../dms/figures.ts'
import { operation } from '../operation.ts'

export const showFigures = operation({ ...getFigures, id: 'showFigures' })
export const showQuestionFigures = operation({ ...getQuestionFigures, id: 'showQuestionFigures' })
export const showFigureCars = operation({ ...getFigureCars, id: 'showFigureCars' })
