import { STAFF_ROLES, type Grant } from "../../../domain/staff-permissions.ts";
import { STAFF_ROLE_LABEL } from "../sentences.ts";

/** Roles and the shops where they apply, one row for each role. */
export function RoleFields({
  shops,
  grants,
}: {
  shops: readonly { id: string; name: string }[];
  grants: readonly Grant[];
}) {
  const shopChoices = [{ id: null, name: "Todas" }, ...shops];
  return (
    <div className="space-y-3">
      {STAFF_ROLES.map((role) => (
        <fieldset key={role} className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line pt-3">
          <legend className="float-left w-44 max-sm:w-full shrink-0 text-sm font-semibold">
            {STAFF_ROLE_LABEL[role]}
          </legend>
          {shopChoices.map(({ id, name }) => (
            <label key={id ?? "*"} className="flex min-h-9 items-center gap-2 text-sm">
              <input
                type="checkbox"
                name="grant"
                value={`${role}@${id ?? "*"}`}
                defaultChecked={grants.some((grant) => grant.role === role && grant.shopId === id)}
                className="size-5 accent-(--accent-strong)"
              />
              {name}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/**
 * Reads the grants from the values of `RoleFields`. A grant for all shops replaces those of the same role for single
 * shops. Unknown roles and shops are ignored.
 */
export function readGrants(values: readonly string[], shopIds: readonly string[]): Grant[] {
  return STAFF_ROLES.flatMap((role): Grant[] => {
    if (values.includes(`${role}@*`)) return [{ role, shopId: null }];
    return shopIds.filter((id) => values.includes(`${role}@${id}`)).map((shopId) => ({ role, shopId }));
  });
}

/** Grants as text: "Almacén (Norte), Ventas". */
export function grantsText(grants: readonly Grant[], shops: readonly { id: string; name: string }[]): string {
  return grants
    .map(({ role, shopId }) => {
      const shop = shops.find(({ id }) => id === shopId);
      return shopId === null ? STAFF_ROLE_LABEL[role] : `${STAFF_ROLE_LABEL[role]} (${shop?.name ?? "otra tienda"})`;
    })
    .join(", ");
}
