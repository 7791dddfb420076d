interface CardRow<Card> {
  title: string;
  cards: readonly Card[];
  /** The last row also has the select of categories. */
  isLast: boolean;
}

/** The rows of other products on a product's page. The last one is always shown, because of its select. */
export function cardRowsOf<Card extends { id: string }>(
  look: readonly Card[],
  related: readonly Card[],
): CardRow<Card>[] {
  const relatedOutsideLook = related.filter(({ id }) => look.every((lookCard) => lookCard.id !== id));
  const lastTitle = relatedOutsideLook.length > 0 ? "También te puede gustar" : "Sigue mirando";
  const lastRow = { title: lastTitle, cards: relatedOutsideLook, isLast: true };
  return look.length > 0 ? [{ title: "Completa el look", cards: look, isLast: false }, lastRow] : [lastRow];
}
