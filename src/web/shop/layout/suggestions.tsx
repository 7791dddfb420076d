import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Link, useLocation, useNavigate, useRouteLoaderData } from "react-router";
import type { Suggestions as Found } from "../../../contract/catalog.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";

const ASK_AFTER_MS = 120;
const MIN_CHARACTERS = 2;

interface Option {
  to: string;
  content: ReactNode;
}

/**
 * What the word being typed may mean: a listbox under the search field (APG combobox). ↓ and ↑ walk it, Enter goes
 * there or, with nothing chosen, searches for what was typed; Esc closes. `onActive` tells the field: undefined closed,
 * null open, else the id of the option.
 */
export default function Suggestions({
  input,
  listId,
  onActive,
}: {
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  onActive: (active: string | null | undefined) => void;
}) {
  const navigate = useNavigate();
  const location = useLocation();
  const [term, setTerm] = useState("");
  const [found, setFound] = useState<{ term: string; data: Found } | null>(null);
  const [open, setOpen] = useState(true);
  const [index, setIndex] = useState(-1);
  const isShown = open && term.length >= MIN_CHARACTERS && found !== null;
  const { shop } = useRouteLoaderData("root") as RootData;
  const groups = isShown ? groupsOf(found.data, found.term, shop.settings.management.canSell) : [];
  const options = groups.flatMap((group) => group.options);
  const idOf = (n: number): string => `${listId}-${n}`;

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const read = (): void => {
      setTerm(field.value.trim());
      setIndex(-1);
      setOpen(true);
    };
    const begin = (): void => (field.value.trim() ? setOpen(true) : read());
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && field.form?.contains(relatedTarget))) setOpen(false);
    };
    read();
    field.addEventListener("input", read);
    field.addEventListener("focus", begin);
    field.form?.addEventListener("focusout", leave);
    return () => {
      field.removeEventListener("input", read);
      field.removeEventListener("focus", begin);
      field.form?.removeEventListener("focusout", leave);
    };
  }, [input]);

  const typedAt = useRef(location);
  useEffect(() => {
    if (typedAt.current !== location) setOpen(false);
    typedAt.current = location;
  }, [location]);

  useEffect(() => {
    if (term.length < MIN_CHARACTERS) return setFound(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const outcome = await call("listSuggestions", { query: { searchTerm: term }, signal: stop.signal });
      // Without an answer the field still searches: nothing to complain about.
      if (outcome.ok && !stop.signal.aborted) setFound({ term, data: outcome.data });
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [term]);

  useEffect(() => onActive(isShown ? (index < 0 ? null : idOf(index)) : undefined));

  const keys = useRef<(event: KeyboardEvent) => void>(() => {});
  keys.current = (event) => {
    if (!isShown || event.isComposing) return;
    const last = options.length - 1;
    if (event.key === "ArrowDown") setIndex(index >= last ? -1 : index + 1);
    else if (event.key === "ArrowUp") setIndex(index < 0 ? last : index - 1);
    else if (event.key === "Escape") setOpen(false);
    else if (event.key === "Enter" && options[index]) void navigate(options[index].to);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const field = input.current;
    const press = (event: KeyboardEvent): void => keys.current(event);
    field?.addEventListener("keydown", press);
    return () => field?.removeEventListener("keydown", press);
  }, [input]);

  return (
    <>
      <p role="status" className="sr-only">
        {isShown && (options.length === 0 ? "Sin sugerencias" : `${options.length} sugerencias`)}
      </p>
      {isShown && options.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Sugerencias"
          className="absolute inset-x-0 top-full z-40 mt-2 rounded-lg border border-line bg-card p-2 shadow-xl lg:left-auto lg:w-[26rem]"
        >
          {groups.map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <p aria-hidden className="px-3 pb-1 pt-2 text-xs font-semibold uppercase tracking-wide text-soft">
                {group.label}
              </p>
              {group.options.map((option) => {
                const n = options.indexOf(option);
                return (
                  <Link
                    key={option.to}
                    id={idOf(n)}
                    to={option.to}
                    role="option"
                    aria-selected={n === index}
                    tabIndex={-1}
                    onPointerMove={() => setIndex(n)}
                    className={cx(
                      "flex min-h-11 items-center gap-3 rounded-box px-3 py-1.5 text-sm",
                      n === index && "bg-sand",
                    )}
                  >
                    {option.content}
                  </Link>
                );
              })}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function groupsOf(found: Found, term: string, showPrice: boolean): { label: string; options: Option[] }[] {
  const narrowed = [
    ...found.categories.map(({ slug, name, count }) => {
      // As many as it says: a category that is not itself named so is searched for the word.
      const isNamed = isNamedSo(name, term);
      return {
        to: paths.home({ category: slug, searchTerm: isNamed ? undefined : term }),
        content: <Line name={name} term={term} count={isNamed ? null : count} />,
      };
    }),
    ...found.brands.map((brand) => ({
      to: paths.home({ brand: [brand.slug] }),
      content: <Line name={brand.name} term={term} count={null} />,
    })),
  ];
  const products = found.products.map((product) => ({
    to: paths.product(product._id),
    content: (
      <>
        {product.image && (
          <img
            src={product.image}
            alt=""
            width={40}
            height={50}
            className="h-12.5 w-10 rounded-sm bg-sand object-cover"
          />
        )}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">
            {product.name}
            {product.color && <span className="font-normal text-soft"> · {product.color}</span>}
          </span>
          <span className="block truncate text-xs text-soft">{product.brand}</span>
        </span>
        {showPrice && <span className="tabular shrink-0">{formatMoney(toCents(product.price))}</span>}
      </>
    ),
  }));
  const all = {
    to: paths.home({ searchTerm: term }),
    content: (
      <>
        <Icon name="search" className="size-4 text-soft" />
        <span>
          Ver {found.totalDocs === 1 ? "el resultado" : `los ${found.totalDocs} resultados`} de{" "}
          <strong>«{term}»</strong>
        </span>
      </>
    ),
  };
  return [
    { label: "Categorías y marcas", options: narrowed },
    { label: "Productos", options: products.length > 0 ? [...products, all] : [] },
  ].filter((group) => group.options.length > 0);
}

/** The letters still to be typed are bold, not those already typed. */
function Line({ name, term, count }: { name: string; term: string; count: number | null }) {
  const typed = name.toLocaleLowerCase("es").startsWith(term.toLocaleLowerCase("es")) ? term.length : 0;
  return (
    <>
      <Icon name="tag" className="size-4 text-soft" />
      <span className="flex-1">
        {name.slice(0, typed)}
        <strong>{name.slice(typed)}</strong>
      </span>
      {count !== null && (
        <span className="tabular text-xs text-soft">
          {count} de <strong>«{term}»</strong>
        </span>
      )}
    </>
  );
}

function isNamedSo(name: string, term: string): boolean {
  const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain(name)
    .split(" ")
    .some((word) => word.startsWith(plain(term)));
}
