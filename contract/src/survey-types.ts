// The types of surveys, separate from their schema: the app in the browser includes only this.
export const surveyTypes = ['health', 'VC', 'QC', 'VR', 'CVR'] as const
export type SurveyType = (typeof surveyTypes)[number]
