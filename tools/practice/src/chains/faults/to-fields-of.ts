/** The fields of an answer, to be changed; none where it has no fields. */
export function toFieldsOf(answer: unknown): object {
  return typeof answer === 'object' && answer !== null ? answer : {};
}
