/** A response body as JSON text. Its parts were checked against the contract when they were created. */
export class CheckedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
