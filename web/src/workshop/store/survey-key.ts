// One text for a survey of a client, where a set or a map goes by survey.

export const surveyKey = ({ clientId, surveyId }: { clientId: string; surveyId: string }): string =>
  `${clientId}\n${surveyId}`
