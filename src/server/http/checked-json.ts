/** An answer as JSON text, whose parts were checked against the contract when they were made. */
export class CheckedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
