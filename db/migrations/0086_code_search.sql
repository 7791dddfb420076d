-- Staff find sizes by a part of an SKU, sizes without codes by the code on our own label (rule CODE-1), and orders by a part
-- of a tracking number. Codes are compared without hyphens and blanks.
CREATE INDEX sizes_sku_parts ON sizes USING gin (squeezed(sku) gin_trgm_ops) WHERE sku IS NOT NULL;
CREATE INDEX sizes_id_tail ON sizes (right(id::text, 12));
CREATE INDEX orders_tracking_parts ON orders USING gin (squeezed(tracking_number) gin_trgm_ops)
  WHERE tracking_number IS NOT NULL;
